// Taps on a club's pages: places in the order of the taps, how many are here, the picture to the chat.
// Without this script places are typed as numbers and the picture opens by itself.
"use strict";

function order(form) {
  const rows = [...form.querySelectorAll("ol.order > li")];
  const box = (row) => row.querySelector("input[type=number]");
  const taken = () => rows.map((row) => Number(box(row).value));
  const free = () => rows.map((_, at) => at + 1).filter((place) => !taken().includes(place));
  const show = () => rows.forEach((row) => { row.querySelector(".tap").dataset.place = box(row).value; });
  for (const row of rows) {
    row.querySelector("label").hidden = true;
    const tap = row.querySelector(".tap");
    tap.hidden = false;
    tap.addEventListener("click", () => {
      if (box(row).value !== "") {
        box(row).value = "";
        show();
        return;
      }
      box(row).value = String(free()[0]);
      const left = rows.filter((other) => box(other).value === "");
      if (left.length === 1 && rows.length > 1) box(left[0]).value = String(free()[0]);
      show();
    });
  }
  const again = form.querySelector(".again");
  again.hidden = false;
  again.addEventListener("click", () => { rows.forEach((row) => { box(row).value = ""; }); show(); });
  // Equals share a number, and that needs typing.
  const numbers = form.querySelector(".numbers");
  numbers.hidden = false;
  numbers.addEventListener("click", () => {
    rows.forEach((row) => { row.querySelector("label").hidden = false; row.querySelector(".tap").hidden = true; });
    numbers.hidden = true;
  });
  show();
}

function counted(count) {
  const boxes = document.querySelectorAll(`input[name="${count.dataset.count}"]`);
  const tell = () => { count.textContent = [...boxes].filter((one) => one.checked).length; };
  boxes.forEach((one) => one.addEventListener("change", tell));
}

function sharing(share) {
  share.addEventListener("click", async (event) => {
    event.preventDefault();
    const answer = await fetch(share.href, { headers: { "Accept-Language": document.documentElement.lang } });
    const file = new File([await answer.blob()], share.dataset.name, { type: "image/png" });
    if (answer.ok && navigator.canShare({ files: [file] })) {
      await navigator.share({ files: [file] }).catch(() => {});
    } else location.href = share.href;
  });
}

function setUp(root) {
  root.querySelectorAll("form[data-order]").forEach(order);
  root.querySelectorAll("[data-count]").forEach(counted);
  const share = root.querySelector("#share");
  if (share && navigator.canShare) sharing(share);
}

setUp(document);
document.addEventListener("renewed", (event) => setUp(event.target));  // a table's places came in (live.js)
