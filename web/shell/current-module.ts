// Which module of the sidebar one is in: on a record of another module's screen, the list that one came from.
import { useState } from 'react'
import { models } from '../modules.ts'

/** The module that the sidebar marks: a patient is opened on the screen of clients, and is a patient none the less. */
const markedFor = (moduleId: string | undefined, listed: string | undefined): string | undefined => {
  const model = models[moduleId ?? '']
  if (model?.hidden && model.returnsTo !== undefined) return model.returnsTo
  return moduleId !== undefined && models[listed ?? '']?.opens === moduleId ? listed : moduleId
}

/** `onList`: whether the module is shown as a list, which is where one is from then on. */
export const useCurrentModule = (moduleId: string | undefined, onList: boolean): string | undefined => {
  const [listed, setListed] = useState(onList ? moduleId : undefined)
  if (onList && listed !== moduleId) setListed(moduleId)
  return markedFor(moduleId, listed)
}
