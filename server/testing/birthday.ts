// Birthdays for tests, on any day of any year.

/** The birth date of a person who is `years` old on this day; on 29 February of a year without one, 28 February. */
export const birthday = (day: string, years: number): string => {
  const year = Number(day.slice(0, 4)) - years
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return `${year}${day.slice(4) === '-02-29' && !isLeap ? '-02-28' : day.slice(4)}`
}
