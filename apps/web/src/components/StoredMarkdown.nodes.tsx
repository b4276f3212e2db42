import { PLAIN, PREFIX } from "@bbux/markdown/stored";
import { safeHref, safeImage } from "@bbux/markdown/urls";
import { createElement, Fragment, type ReactNode } from "react";
import { elements } from "./Markdown.elements.tsx";
import classes from "./Markdown.module.css";

const names = (list: string) => new Set(list.split(" "));

/** The elements that may be shown; of any other, only what it contains. */
const ALLOWED = names(
  "p h1 h2 h3 h4 h5 h6 a img strong em del code pre ul ol li blockquote hr br table thead tbody tr th td input sup section span div " +
    // Formulas, as KaTeX draws them.
    "math semantics annotation mrow mi mn mo ms mtext mspace msup msub msubsup mfrac msqrt mroot mover munder munderover " +
    "mtable mtr mtd mlabeledtr mpadded mstyle menclose mphantom mmultiscripts mprescripts none merror svg path line g",
);
/** What these contain is no text. */
const NOT_TEXT = names("script style template iframe object noscript title textarea select");
/** Attributes that can't lead anywhere or run anything. Addresses and styles are decided separately. */
const HARMLESS = names(
  "alt title aria-hidden aria-label aria-describedby xmlns encoding display mathvariant mathcolor mathsize stretchy fence separator " +
    "accent accentunder movablelimits largeop symmetric lspace rspace minsize maxsize linethickness columnalign rowalign " +
    "columnspacing rowspacing columnlines rowlines width height depth voffset notation scriptlevel displaystyle " +
    "viewBox preserveAspectRatio d x1 x2 y1 y2 stroke-width",
);
/** These ignore whitespace between their children, which React refuses there. */
const WITHOUT_TEXT = names("table thead tbody tr");
/** Values of styles that KaTeX writes; none of them can load anything. */
const STYLE_VALUE = /^[\w#%.+-]+(?: [\w#%.+-]+)*$/;

/** Returns members' text from the HTML that the server made of it, as elements of our own; its HTML never gets into the page. */
export function nodesOf(html: string, prefix: string): ReactNode[] {
  // A document of its own runs no scripts and loads no pictures.
  const { body } = new DOMParser().parseFromString(html, "text/html");
  return childrenOf(body, prefix);
}

function childrenOf(parent: Element, prefix: string): ReactNode[] {
  const isBare = WITHOUT_TEXT.has(parent.localName);
  return Array.from(parent.childNodes).flatMap((child, index): ReactNode[] => {
    if (child.nodeType === Node.TEXT_NODE) {
      const text = child.nodeValue ?? "";
      return isBare && text.trim() === "" ? [] : [text];
    }
    return child instanceof Element ? [nodeOf(child, index, prefix)] : [];
  });
}

function nodeOf(element: Element, key: number, prefix: string): ReactNode {
  const name = element.localName;
  if (NOT_TEXT.has(name)) return null;
  const children = childrenOf(element, prefix);
  if (!ALLOWED.has(name)) return <Fragment key={key}>{children}</Fragment>;
  if (name === "p" && element.className === PLAIN)
    return (
      <p key={key} className={classes.plain}>
        {children}
      </p>
    );
  if (name === "input") return checkbox(element, key);
  const props = { key, ...propsOf(element, prefix) };
  const inside = children.length > 0 ? [childrenAsReact(children)] : [];
  const own = isOurs(name) ? elements[name] : null;
  return own ? createElement(own, props, ...inside) : createElement(name, props, ...inside);
}

const isOurs = (name: string): name is keyof typeof elements => Object.hasOwn(elements, name);

/** One child is passed alone, as a renderer of JSX does. */
const childrenAsReact = (children: ReactNode[]): ReactNode => (children.length === 1 ? children[0] : children);

/** A task's box, the only field that a text can have. */
function checkbox(element: Element, key: number): ReactNode {
  if (element.getAttribute("type") !== "checkbox") return null;
  return <input key={key} type="checkbox" disabled checked={element.hasAttribute("checked")} />;
}

function propsOf(element: Element, prefix: string): Record<string, unknown> {
  const props: Record<string, unknown> = {};
  for (const { name, value } of Array.from(element.attributes)) {
    if (HARMLESS.has(name) || name === "data-mention") props[name] = value;
    else if (name === "data-footnotes") props[name] = true;
    else if (name === "class") props.className = value;
    else if (name === "start" && /^\d{1,9}$/.test(value)) props.start = Number(value);
    else if (name === "align" && /^(?:left|center|right)$/.test(value)) props.style = { textAlign: value };
    else if (name === "style") props.style = styleOf(value);
    else if (name === "id" && value.startsWith(PREFIX)) props.id = prefix + value.slice(PREFIX.length);
    else if (name === "href") props.href = addressOf(value, prefix) ?? undefined;
    else if (name === "src") props.src = safeImage(value) ?? undefined;
  }
  return props;
}

/** The server has decided already; an address that got past it wouldn't get past this. */
function addressOf(value: string, prefix: string): string | null {
  const own = `#${PREFIX}`;
  return value.startsWith(own) ? `#${encodeURI(prefix)}${value.slice(own.length)}` : safeHref(value);
}

function styleOf(text: string): Record<string, string> {
  const style: Record<string, string> = {};
  for (const declaration of text.split(";")) {
    const colon = declaration.indexOf(":");
    const [name, value] = [declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim()];
    if (colon < 0 || !/^[a-z-]+$/.test(name) || !STYLE_VALUE.test(value)) continue;
    style[name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())] = value;
  }
  return style;
}
