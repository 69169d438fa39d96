import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Number of images: `0.svg`, `1.svg`, … */
export const imageCount = 24;

const skies = ["#cfe4f5", "#f6dcc5", "#dfe8d8", "#e3d9ef", "#f3e6bf", "#cfe9e6"];
const walls = ["#e8c9a8", "#f2efe9", "#c9846b", "#9fb3a4", "#d8d2c4", "#b9c4d0"];
const roofs = ["#7a3b2e", "#41505c", "#5b4a3f", "#8a5a44"];
const doors = ["#2f4f4f", "#7b2d26", "#20435c", "#59442f"];

const pick = (colours: readonly string[], index: number): string => colours[index % colours.length] ?? "#888888";

/** Draws a house. The number alone determines its shape and colours. */
function drawHouse(index: number): string {
  const floors = 1 + (index % 3);
  const columns = 2 + (index % 4);
  const width = 90 * columns + 40;
  const height = 110 * floors + 20;
  const left = (800 - width) / 2;
  const top = 500 - height;
  const isFlat = index % 5 === 0;
  const roof = isFlat
    ? `<rect x="${left - 14}" y="${top - 18}" width="${width + 28}" height="20" fill="${pick(roofs, index)}"/>`
    : `<path d="M${left - 26} ${top} L400 ${top - 120} L${left + width + 26} ${top} Z" fill="${pick(roofs, index)}"/>`;
  const windows: string[] = [];
  for (let floor = 0; floor < floors; floor++) {
    for (let column = 0; column < columns; column++) {
      const isDoor = floor === floors - 1 && column === index % columns;
      const x = left + 35 + column * 90;
      const y = top + 25 + floor * 110;
      windows.push(
        isDoor
          ? `<rect x="${x}" y="${y}" width="52" height="${500 - y}" rx="3" fill="${pick(doors, index)}"/>`
          : `<rect x="${x}" y="${y}" width="56" height="66" rx="2" fill="#35566e"/><path d="M${x + 28} ${y}v66M${x} ${y + 33}h56" stroke="#f7f5f0" stroke-width="4"/>`,
      );
    }
  }
  const tree = `<rect x="${left + width + 55}" y="420" width="16" height="80" fill="#6b4f3a"/><circle cx="${left + width + 63}" cy="385" r="${48 + (index % 4) * 6}" fill="#6d9a63"/>`;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 600" width="800" height="600">',
    `<rect width="800" height="600" fill="${pick(skies, index)}"/>`,
    `<circle cx="${120 + ((index * 53) % 560)}" cy="110" r="42" fill="#fff3c9"/>`,
    '<rect y="500" width="800" height="100" fill="#8fb17d"/>',
    `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${pick(walls, index)}"/>`,
    roof,
    ...windows,
    tree,
    "</svg>",
  ].join("");
}

/** Writes the images of the demo listings into a folder. */
export async function writeImages(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await Promise.all(
    Array.from({ length: imageCount }, (_, index) => writeFile(join(folder, `${index}.svg`), drawHouse(index))),
  );
}
