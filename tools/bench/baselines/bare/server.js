// The lower bound: node:http with a fixed response or a driver call. No credentials, rate limits or validation.
import mongoose from "mongoose";
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { onStop, readSettings, ready } from "../shared/settings.js";

const settings = readSettings();
const connection = await mongoose.createConnection(settings.mongoUrl, { dbName: settings.mongoDatabase }).asPromise();
const properties = connection.collection("properties");
const fixed = Buffer.from(JSON.stringify({ data: "x".repeat(2_000) }));

function send(response, status, body) {
  response.writeHead(status, { "content-type": "application/json", "content-length": body.length }).end(body);
}

async function readJson(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}

async function respond(request, response) {
  const [, , id] = request.url.split("/");
  if (request.url === "/fixed") return send(response, 200, fixed);
  if (request.method === "GET") {
    const found = await properties.findOne({ _id: id });
    return send(response, found === null ? 404 : 200, Buffer.from(JSON.stringify(found)));
  }
  const body = await readJson(request);
  if (id === "batch") {
    const documents = body.items.map((item) => ({ ...item, _id: randomUUID() }));
    await properties.insertMany(documents, { ordered: false });
    return send(response, 200, Buffer.from(JSON.stringify({ data: documents.map(({ _id }) => _id) })));
  }
  const document = { ...body, _id: randomUUID() };
  await properties.insertOne(document);
  return send(response, 201, Buffer.from(JSON.stringify(document)));
}

const server = createServer((request, response) => {
  respond(request, response).catch((error) => {
    console.error(error);
    send(response, 500, Buffer.from("{}"));
  });
});
server.listen(settings.port, "127.0.0.1", () => ready(server));
onStop(async () => {
  server.close();
  server.closeAllConnections();
  await connection.close();
});
