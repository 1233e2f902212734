// Shows the contract of the service that this page came from. No validator is asked: nothing leaves the page.
window.addEventListener("DOMContentLoaded", () => {
  SwaggerUIBundle({
    url: "/openapi.yaml",
    dom_id: "#contract",
    deepLinking: true,
    docExpansion: "list",
    defaultModelsExpandDepth: 0,
    tryItOutEnabled: true,
    validatorUrl: null,
  });
});
