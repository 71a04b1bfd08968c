// The current module of the sidebar: for a record on another module's screen, the list it was opened from.
import { useState } from 'react'
import { heads } from '../heads.ts'

/** The module that the sidebar marks: a patient opens on the screen of clients, and is still a patient. */
const markedFor = (moduleId: string | undefined, listed: string | undefined): string | undefined => {
  const head = heads[moduleId ?? '']
  if (head?.hidden && head.returnsTo !== undefined) return head.returnsTo
  return moduleId !== undefined && heads[listed ?? '']?.opens === moduleId ? listed : moduleId
}

/** `onList`: whether the module's list shows, which becomes the list that records were opened from. */
export const useCurrentModule = (moduleId: string | undefined, onList: boolean): string | undefined => {
  const [listed, setListed] = useState(onList ? moduleId : undefined)
  if (onList && listed !== moduleId) setListed(moduleId)
  return markedFor(moduleId, listed)
}
