document.body.textContent = "floor";
