// The bill of a deal as rows of a table: each line with its reason, its article, and whose points they are.

import { element } from "./elements.js";
import { terms } from "./terms.js";

const row = (...cells) => element("tr", {}, ...cells);

export function billHead(teams) {
  return row(element("th"), ...teams.map(team => element("th", {}, team)));
}

export function billLines(lines) {
  return lines.map(line => {
    const article = element("a", { href: `/rules/${line.article}`, target: "_blank", textContent: line.article });
    const points = [0, 1].map(team => element("td", {}, line.team === team ? String(line.points) : ""));
    return row(element("td", {}, `${terms().reason[line.reason]} `, article), ...points);
  });
}

export function billSum(label, points) {
  return row(element("th", {}, label), ...points.map(each => element("th", {}, String(each))));
}
