// Reactions to a change of another module's record, in the same transaction: modules lower in the order register them,
// and the modules above do not know of them.
import type { FollowContext, ServerModule } from '../module.ts'

const followers = new Map<string, ((context: FollowContext) => Promise<void>)[]>()

/** Registers the followers of each module; called once with all modules, in their order. */
export const registerFollowers = (modules: readonly ServerModule[]): void => {
  followers.clear()
  for (const module of modules)
    for (const [followed, react] of Object.entries(module.follows ?? {}))
      followers.set(followed, [...(followers.get(followed) ?? []), react])
}

/** Runs the followers of a module in sequence; if one refuses, the whole change is refused. */
export const follow = async (module: string, context: FollowContext): Promise<void> => {
  for (const react of followers.get(module) ?? []) await react(context)
}
