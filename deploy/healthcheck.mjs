// Health check of a container: exits with 0 if the service is ready, otherwise prints the failed checks.
const { OPS_PORT = "9090" } = process.env;
try {
  const answer = await fetch(`http://127.0.0.1:${OPS_PORT}/readyz`, { signal: AbortSignal.timeout(2_500) });
  console.log(await answer.text());
  process.exitCode = answer.ok ? 0 : 1;
} catch (error) {
  console.log(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
