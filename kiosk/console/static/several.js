// Steps that ask about every seat at once: a word each, or a candidate each.
"use strict";

// One key a seat, in the order of the seats, always as many: what was pressed is not shown, and how
// long it took tells nothing. The step back takes the last one back.
STEPS.each = (step) => {
  const seats = data.seats;
  const found = [];
  const draw = () => {
    if (found.length === seats.length) {
      chosen(step, Object.fromEntries(seats.map((seat, at) => [String(seat.seat), found[at]])), "");
      return;
    }
    const seat = seats[found.length];
    const grid = make("div", "grid four");
    step.words.forEach((word, at) => {
      grid.append(key(step.labels[at], () => { found.push(word); draw(); }));
    });
    const dots = seats.map((_, at) => (at < found.length ? "●" : "○")).join(" ");
    const back = key("←", () => { found.pop(); draw(); });
    back.setAttribute("aria-label", say("undo"));
    show(step, [make("p", "asked", `${seat.seat} ${seat.name}`), grid,
      make("div", "row", make("p", "dots", dots), back)]);
  };
  draw();
};

// A candidate, then his voters; a voter stands for one candidate only. Whoever is left out counts as the rules say.
STEPS.votes = (step) => {
  const of = new Map();
  for (const [whom, voters] of Object.entries(data.votes)) for (const voter of voters) of.set(voter, Number(whom));
  let now = data.candidates[0];
  const draw = () => {
    const candidates = make("div", "row");
    for (const whom of data.candidates) {
      const count = [...of.values()].filter((one) => one === whom).length;
      const each = key(`${whom} · ${count}`, () => { now = whom; draw(); }, whom === now ? "key now" : "key");
      each.setAttribute("aria-pressed", String(whom === now));
      candidates.append(each);
    }
    const grid = make("div", "grid who");
    for (const seat of data.seats) {
      if (seat.out) continue;
      const whom = of.get(seat.seat);
      const entry = key(make("b", "", String(seat.seat)), () => {
        if (whom === now) of.delete(seat.seat); else of.set(seat.seat, now);
        draw();
      }, whom === now ? "key now" : "key");
      entry.append(make("span", "", whom === undefined ? `${seat.name} –` : `${seat.name} › ${whom}`));
      grid.append(entry);
    }
    const done = key(say("done"), () => {
      const votes = Object.fromEntries(data.candidates.map((whom) => [String(whom), []]));
      for (const [voter, whom] of [...of].sort(([one], [other]) => one - other)) votes[String(whom)].push(voter);
      chosen(step, votes, data.candidates.map((whom) => `${whom}: ${votes[String(whom)].length}`).join(" · "));
    }, "key now");
    show(step, [candidates, grid, make("div", "row", done)]);
  };
  draw();
};

// What is touched on the page itself and cannot be undone by the next touch is asked once more.
function askedFirst(pressed, enterIt) {
  asking = { panel: "sure", shown: [] };
  const yes = key(`✓ ${say("sure")}`, () => { close(); enterIt(); }, "key now");
  const no = key(`✗ ${say("no")}`, cancel);
  no.dataset.first = "yes";
  open(pressed.dataset.title ?? "", "", [make("p", "warning", pressed.dataset.sure), make("div", "row", no, yes)], 0);
}
