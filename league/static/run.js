// A list that is long is searched as it stands; without this script it is only long.
"use strict";

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
for (const box of document.querySelectorAll("input[data-find]")) {
  const rows = [...document.querySelectorAll(box.dataset.find)];
  box.addEventListener("input", () => {
    const wanted = plain(box.value.trim());
    rows.forEach((row) => { row.hidden = !plain(row.textContent).includes(wanted); });
  });
  // Enter in the search box is no form of anybody's.
  box.addEventListener("keydown", (event) => { if (event.key === "Enter") event.preventDefault(); });
}
