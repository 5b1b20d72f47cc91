// What a machine can see of a page: keys too small for a finger, keys without a name, pale texts.
({
  small: (finger) => [...document.querySelectorAll("button, a[href], summary, input")]
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([one, box]) => box.width && one.checkVisibility() && (box.width < finger || box.height < finger))
    .map(([one, box]) => `${one.textContent.trim() || one.id}: ${box.width} x ${box.height}`),

  nameless: () => [...document.querySelectorAll("button, a[href], input")]
    .filter((one) => one.checkVisibility() && !one.textContent.trim() && !one.getAttribute("aria-label")
      && !(one.id && document.querySelector(`label[for="${one.id}"]`)))
    .map((one) => one.outerHTML.slice(0, 80)),

  pale: (least) => {
    const parse = (text) => {
      const [red, green, blue, alpha] = text.match(/[\d.]+/g).map(Number);
      return { colour: [red, green, blue], alpha: alpha ?? 1 };
    };
    const light = (colour) => {
      const [red, green, blue] = colour.map((part) => part / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent.trim();
      const holder = walker.currentNode.parentElement;
      if (!text || !holder.checkVisibility() || holder.closest("script, noscript, .die, .deeds")) continue;
      let under = holder;
      while (under && parse(getComputedStyle(under).backgroundColor).alpha === 0) under = under.parentElement;
      const ground = under ? parse(getComputedStyle(under).backgroundColor).colour : [17, 18, 20];
      const both = [light(parse(getComputedStyle(holder).color).colour), light(ground)];
      const ratio = (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
      if (ratio < least) found.push(`${text}: ${ratio.toFixed(2)}`);
    }
    return found;
  },
})
