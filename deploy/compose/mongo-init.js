// Run by mongosh in the container mongo-init: makes the replica set the first time, and ends once it takes writes.
try {
  rs.status();
} catch (error) {
  if (error.codeName !== "NotYetInitialized") throw error;
  rs.initiate({ _id: "plat", members: [{ _id: 0, host: "mongo:27017" }] });
}
const deadline = Date.now() + 60_000;
while (!db.hello().isWritablePrimary) {
  if (Date.now() > deadline) throw new Error("the replica set has no primary after 60 s");
  sleep(250);
}
print("the replica set takes writes");
