document.body.textContent = "surveillance";
