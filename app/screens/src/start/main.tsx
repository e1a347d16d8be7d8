document.body.textContent = "start";
