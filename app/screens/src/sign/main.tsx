document.body.textContent = "sign";
