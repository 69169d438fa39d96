/** The report's description of the scenario "links". */
export const linksDescription =
  "One replica of each service, with a TCP proxy in every link. Each link is cut (connections are closed and rejected), " +
  "slowed down (five seconds of delay per chunk), turned into a black hole (connections are accepted, no data passes) or " +
  "reset. In each mode, every kind of request that needs the link is sent every 0.4 s for four seconds. Each request must " +
  "get a response within two seconds: a success, or a 503 or 504 problem document with `Retry-After`. Then the link is " +
  "restored, and all kinds of requests must succeed together within five seconds. Memory is stable if no service uses " +
  "64 MiB more than after a warm-up of 60 repetitions of the same requests, at the end or after up to half a minute of " +
  "those requests over healthy links.";
