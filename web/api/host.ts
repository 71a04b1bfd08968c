// Where calls go: the same origin, or the local server when served on development port 4200.

/** The server that the development port calls; the only place that names it. */
const developmentServer = 'http://localhost:3000'

export const isDevelopment = (place: { port: string }): boolean => place.port === '4200'
export const hostOf = (place: { port: string; origin: string }): string =>
  isDevelopment(place) ? developmentServer : place.origin
