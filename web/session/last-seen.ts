// What the user had seen of a growing list at the last look.
import { useEffect, useState } from 'react'
import { remember, remembered } from './preferences.ts'
import { useSession } from './session.ts'

/** The latest entry at the last look; `latest` is stored for the next one. Undefined at the first look. */
export const useLastSeen = (what: string, latest: string | undefined): unknown => {
  const { User, Entity } = useSession()
  const name = `seen.${what}.${User.UserId}.${Entity.ClientId}`
  const [seen] = useState(() => remembered(name))
  useEffect(() => {
    if (latest !== undefined && latest !== remembered(name)) remember(name, latest)
  }, [latest, name])
  return seen
}
