/** For calls of the service that neither Ctrl-C nor a client that leaves may end: what is known would be lost. */
export const NEVER = new AbortController().signal
