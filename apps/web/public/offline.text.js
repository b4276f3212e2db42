// Draws members' text from the HTML that the server made of it, as elements made here: that HTML never gets into the page.
const DRAWN = new Set(
  "p h1 h2 h3 h4 h5 h6 strong em del code pre ul ol li blockquote hr br table thead tbody tr th td sup sub a math mrow mi mn mo ms mtext mspace msup msub msubsup mfrac msqrt mroot mover munder munderover mtable mtr mtd".split(
    " ",
  ),
);
const NOT_TEXT =
  "script, style, template, iframe, object, noscript, title, textarea, select, annotation, .katex-html, img, svg";
const MATHML = "http://www.w3.org/1998/Math/MathML";

/** @param {string} html @returns {DocumentFragment} */
export function drawn(html) {
  // A document of its own runs no scripts and loads no pictures.
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const place = document.createDocumentFragment();
  copyInto(place, body);
  return place;
}

function copyInto(place, from) {
  for (const child of from.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) place.append(child.nodeValue ?? "");
    else if (child instanceof Element && !child.matches(NOT_TEXT)) {
      const name = child.localName;
      if (!DRAWN.has(name)) copyInto(place, child);
      else {
        const isMath = child.namespaceURI === MATHML;
        const made = isMath ? document.createElementNS(MATHML, name) : document.createElement(name);
        if (name === "a") link(made, child.getAttribute("href") ?? "");
        copyInto(made, child);
        place.append(made);
      }
    }
  }
}

/** Addresses that are none of the web's lead nowhere. */
function link(element, href) {
  if (!URL.canParse(href, location.href)) return;
  const { protocol } = new URL(href, location.href);
  if (protocol === "https:" || protocol === "http:") element.setAttribute("href", href);
}
