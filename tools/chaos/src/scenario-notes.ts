/** How a disturbed link is judged. */
export const linksNote =
  "One of each service, with a proxy in every link. While a link is cut (connections closed and refused), slow (five " +
  "seconds more for every piece), a black hole (connections taken, nothing let through) or reset, every kind of request " +
  "that needs it comes each 0.4 s for four seconds. Each must be answered within two seconds, with a success or with a " +
  "503 or 504 problem document that has `Retry-After`. After that the link is opened, and all kinds must succeed together " +
  "within five seconds. Memory is flat when no service holds 64 MiB more than after a warm-up of 60 rounds of the same " +
  "requests, at the end or after up to half a minute of those requests over open links.";
