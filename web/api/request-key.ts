// A unique key per request, by which the server runs a repeated request only once.

/** `crypto.randomUUID` is on https and localhost only; a laboratory may reach its server by http and a name. */
export const newKey = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
