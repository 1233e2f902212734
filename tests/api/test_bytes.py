"""Bytes and texts of any kind: the JSON reader and the notation answer, or refuse cleanly."""

from hypothesis import given
from hypothesis import strategies as st

from service.rules.cards import card_name, parse_card
from service.rules.ruleset import RulesetError, parse_ruleset, presets
from service.rules.trumps import parse_trump, trump_name

VALID = b'{"ruleset":"pagat","trump":"H","trick":{"leader":0,"cards":["AD","TH"]},"hand":["9H","QH","AS"]}'
TEXTS = st.text(max_size=60) | st.text(alphabet="abcdefghijklmnopqrstuvwxyz-_=,()0123456789 ", max_size=60)


@st.composite
def torn(draw):
    """A valid body with some of its bytes replaced, dropped or doubled."""
    body = bytearray(VALID)
    for _ in range(draw(st.integers(1, 6))):
        place = draw(st.integers(0, len(body)))
        body[place : place + draw(st.integers(0, 3))] = draw(st.binary(max_size=3))
    return bytes(body)


@given(st.binary(max_size=200) | torn())
def test_any_bytes_are_an_answer_or_a_clean_refusal(app, body):
    response = app.test_client().post("/v1/legal-cards", data=body, content_type="application/json")
    assert response.status_code in (200, 400, 422)
    assert response.get_json()["ruleset" if response.status_code == 200 else "detail"]


def read(parse, text):
    """What a text reads as, and why it cannot be read; one of the two is None."""
    try:
        return parse(text), None
    except (ValueError, RulesetError) as error:
        return None, error


@given(TEXTS)
def test_any_text_is_a_card_or_trump_or_none(text):
    for parse, name in ((parse_card, card_name), (parse_trump, trump_name)):
        found, refused = read(parse, text)
        if refused is None:
            assert name(found) in (text, text.replace("10", "T"))
        else:
            assert repr(text) in str(refused)


@given(TEXTS | st.builds(lambda preset, rest: f"{preset}({rest})", st.sampled_from(sorted(presets())), TEXTS))
def test_any_text_is_a_ruleset_that_prints_as_it_reads_or_says_why_not(text):
    ruleset, refused = read(parse_ruleset, text)
    if refused is None:
        assert parse_ruleset(ruleset.text) == ruleset
    else:
        assert refused.faults
