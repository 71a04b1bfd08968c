// What goes wrong in the database during a backup or a restore, as one line that says what to do.
import { errorOf, partOf } from '../thrown.ts'
import { ConfigError } from '../config.ts'
import { codeOf, isConnectionLoss } from '../db/failure.ts'

/** `again`: what to do then, like "restore again". Other errors as they are. */
export const databaseProblem = (error: unknown, again: string): unknown => {
  // it was not there from the beginning
  if (error instanceof ConfigError || ['connect', 'getaddrinfo'].includes(partOf(error, 'syscall') ?? '')) return error
  const code = codeOf(error)
  if (isConnectionLoss(error))
    return new ConfigError(`The database ended in the middle. Start it, then ${again}.`, { cause: error })
  if (code === '53100')
    return new ConfigError(`The disk of the database is full. Make room, then ${again}.`, { cause: error })
  if (code === '42501')
    return new ConfigError(
      `The role of the database address may not do this (${errorOf(error).message}). ` +
        `Name the owner of the database, then ${again}.`,
      { cause: error },
    )
  return error
}
