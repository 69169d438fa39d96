import { patch, post, type Case, type Table } from "./case.ts";
import { minimalListing } from "./listing-requests.ts";

const bad = "400 validation_failed";

const picture = (url: string) => post("/properties", { ...minimalListing, media: [{ url }] });
const urlRow = (name: string, url: string): Case => [name, picture(url), bad, { errorNames: ["/media/0/url"] }];
/** Image URLs: only http and https are accepted, and no URL is ever fetched. */
export const urls: Table = [
  urlRow("file:", "file:///etc/passwd"),
  urlRow("javascript:", "javascript:alert(1)"),
  urlRow("data:", "data:text/html,x"),
  urlRow("ftp:", "ftp://a/b"),
  urlRow("gopher:", "gopher://127.0.0.1:6379/_FLUSHALL"),
  urlRow("no scheme", "//a/b"),
  urlRow("a name and a password", "http://user:pw@a/"),
  urlRow("spaces around", " http://a"),
  urlRow("a line break", "http://a/\n"),
  urlRow("a bracket left open", "http://[::1"),
  urlRow("3,000 characters", `http://a/${"x".repeat(3_000)}`),
  ["a link-local address is stored, never fetched", picture("http://169.254.169.254/latest/meta-data/"), "201"],
  ["the canary as an image", picture("http://127.0.0.1:@CANARY@/picture.jpg"), "201"],
  [
    "the canary as a logo",
    patch("/organization", {
      branding: { logoUrl: "http://127.0.0.1:@CANARY@/logo.png", website: "http://127.0.0.1:@CANARY@/" },
    }),
    "200",
  ],
  [
    "the canary as an agent's photo",
    post("/agents", { name: "A", photoUrl: "http://127.0.0.1:@CANARY@/photo.png" }),
    "201",
  ],
  [
    "the canary as an ad's target",
    post("/properties/@ID@/ads", {
      headline: "A",
      imageUrl: "http://127.0.0.1:@CANARY@/ad.png",
      targetUrl: "http://127.0.0.1:@CANARY@/",
    }),
    "201",
  ],
];
