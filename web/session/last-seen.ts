// What somebody had seen at the last look at something that grows.
import { useEffect, useState } from 'react'
import { remember, remembered } from './preferences.ts'
import { useSession } from './session.ts'

/** What was the latest at the last look; `latest` is kept for the next one. Undefined at the first look. */
export const useLastSeen = (what: string, latest: string | undefined): unknown => {
  const { User, Entity } = useSession()
  const name = `seen.${what}.${User.UserId}.${Entity.ClientId}`
  const [seen] = useState(() => remembered(name))
  useEffect(() => {
    if (latest !== undefined && latest !== remembered(name)) remember(name, latest)
  }, [latest, name])
  return seen
}
