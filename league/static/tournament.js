// While points or a deal are typed: what is still missing. The server counts again.
"use strict";

for (const list of document.querySelectorAll("[data-sum]")) {
  const form = list.closest("form");
  const line = form.querySelector(".sumline");
  const missing = line.querySelector("[data-missing]");
  const boxes = () => [...list.querySelectorAll("input"), ...form.querySelectorAll("[data-rest]")];
  const show = () => {
    const sum = boxes().reduce((all, box) => all + Number(box.value.replace(/\s/g, "") || 0), 0);
    const left = Number(list.dataset.sum) - sum;
    missing.textContent = left === 0 ? "✓" : left.toLocaleString(document.documentElement.lang);
  };
  line.hidden = false;
  form.addEventListener("input", show);
  show();
}
