// What the checks share: which elements can be seen, what they are called, and the colours that they are painted in.

const seen = (element) =>
  element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
  element.getClientRects().length > 0;

const called = (element) => {
  const id = element.id ? `#${element.id}` : "";
  const classes = [...element.classList].map((name) => `.${name}`).join("");
  const text = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().replace(/\s+/g, " ");
  return `${element.tagName.toLowerCase()}${id}${classes} "${text.slice(0, 40)}"`;
};

// Any CSS colour as red, green, blue (0 to 255) and alpha (0 to 1).
const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
const brush = canvas.getContext("2d", { willReadFrequently: true });
const mixed = new Map();
const colour = (css) => {
  if (!mixed.has(css)) {
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = css;
    brush.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = brush.getImageData(0, 0, 1, 1).data;
    mixed.set(css, [red, green, blue, alpha / 255]);
  }
  return mixed.get(css);
};

const over = (upper, lower) => {
  const alpha = upper[3] + lower[3] * (1 - upper[3]);
  if (!alpha) return [0, 0, 0, 0];
  const mix = (place) => (upper[place] * upper[3] + lower[place] * lower[3] * (1 - upper[3])) / alpha;
  return [mix(0), mix(1), mix(2), alpha];
};

const faded = (colour, opacity) => [colour[0], colour[1], colour[2], colour[3] * opacity];

// What lies behind an element: its own ground and those of everything that it lies in, down to the paper, as far as each
// shows through. Null where a picture or a gradient is the ground: no single colour can be told.
const ground = (element) => {
  let found = [0, 0, 0, 0];
  for (let each = element; each; each = each.parentElement) {
    const style = getComputedStyle(each);
    if (style.backgroundImage !== "none") return null;
    found = faded(over(found, colour(style.backgroundColor)), Number(style.opacity));
  }
  return over(found, [255, 255, 255, 1]);
};

// What its letters are painted in, on that ground.
const ink = (element) => {
  const style = getComputedStyle(element);
  const svg = element instanceof SVGElement;
  let found = colour(svg && style.fill !== "none" ? style.fill : style.color);
  for (let each = element; each; each = each.parentElement) found = faded(found, Number(getComputedStyle(each).opacity));
  return found;
};

const light = ([red, green, blue]) => {
  const linear = (part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
};

const contrast = (one, other) => {
  const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
};

// The elements that have letters of their own.
const written = (root) => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found = new Set();
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node.data.trim() && node.parentElement && seen(node.parentElement)) found.add(node.parentElement);
  return [...found].filter((element) => !["SCRIPT", "STYLE", "NOSCRIPT"].includes(element.tagName));
};
