document.body.textContent = "dealer";
