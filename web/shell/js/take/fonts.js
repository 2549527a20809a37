// The page's fonts within a file that stands alone.

/** The page's rules for fonts that it has as files, by family and weight: "Inter 600". */
function faces() {
  const rules = [...document.styleSheets].filter((sheet) => !sheet.href).flatMap((sheet) => [...sheet.cssRules]);
  const found = rules.filter((rule) => rule instanceof CSSFontFaceRule).map(({ style }) => {
    const property = (/** @type {string} */ name) => style.getPropertyValue(name).replace(/^"|"$/g, '');
    const url = /url\("?([^")]+)"?\)/.exec(property('src'))?.[1];
    return { family: property('font-family'), weight: property('font-weight') || '400', url };
  });
  return new Map(found.flatMap(({ family, weight, url }) => (url ? [[`${family} ${weight}`, { family, weight, url: new URL(url, document.baseURI).href }]] : [])));
}

/** @param {Blob} blob @returns {Promise<string>} its data: URL */
const dataUrl = (blob) =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });

/** The rules of all fonts that pictures use, with the fonts in them. @returns {Promise<Map<string, string>>} */
export async function embeddedFonts() {
  const wanted = [...faces()].filter(([name]) => /^(Inter|JetBrains Mono) /.test(name));
  return new Map(await Promise.all(wanted.map(async ([name, { family, weight, url }]) => {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    const bytes = new Blob([await response.arrayBuffer()], { type: 'font/woff2' });
    return /** @type {const} */ ([name, `@font-face{font-family:"${family}";font-weight:${weight};src:url(${await dataUrl(bytes)}) format("woff2")}`]);
  })));
}
