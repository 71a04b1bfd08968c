// The modules of the browser, a line a module: its model, and its screen when it has one.
import type { ComponentType } from 'react'
import type { Model } from '../core/model.ts'
import { sales } from '../modules/sales/sales.model.ts'

/** Models by module id. */
export const models: Record<string, Model | undefined> = {
  sales,
}

/** Detail screens by module id; each is fetched when it is first opened. */
export const screens: Record<string, (() => Promise<{ Screen: ComponentType }>) | undefined> = {}

export const isListed = (moduleId: string): boolean => models[moduleId] !== undefined
export const isScreen = (moduleId: string): boolean => screens[moduleId] !== undefined
/** Models in the order of the sidebar. */
export const modelsInOrder = (): Model[] => Object.values(models).filter((model) => model !== undefined).sort((a, b) => a.sequence - b.sequence)
