// Addresses of this page that lead to another one by now.

/** Goes where the place of an address has moved to, if it has. @param {string} hash "#tma-box?x=8" */
export async function goElsewhere(hash) {
  const [, id = '', rest = ''] = hash.match(/^#([^?/]+)(.*)$/) ?? [];
  const address = document.querySelector('main')?.dataset.places;
  if (!id || !address || document.getElementById(id)) return;
  const response = await fetch(address);
  if (!response.ok) return;
  const place = (await response.json())[decodeURIComponent(id)];
  if (place === undefined) return;
  const { base = '/' } = document.documentElement.dataset;
  location.replace(base + (place.includes('#') ? place : `${place}#${id}${rest}`));
}
