// The page for an unknown address.
import { ErrorPage } from './error-page.tsx'

export const NotFoundPage = () => (
  <ErrorPage number={404} heading="Oops! You're lost." text="The page you are looking for was not found." />
)
