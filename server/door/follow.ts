// Who reacts to a change of another module's record, in the same transaction: the modules below it say so, and nothing
// above knows them.
import type { FollowContext, ServerModule } from '../module.ts'

const followers = new Map<string, ((context: FollowContext) => Promise<void>)[]>()

/** Takes down what each module follows; called once with all modules, in their order. */
export const registerFollowers = (modules: readonly ServerModule[]): void => {
  followers.clear()
  for (const module of modules)
    for (const [followed, react] of Object.entries(module.follows ?? {}))
      followers.set(followed, [...(followers.get(followed) ?? []), react])
}

/** Lets the followers of a module react, one after another; one that refuses refuses the whole change. */
export const follow = async (module: string, context: FollowContext): Promise<void> => {
  for (const react of followers.get(module) ?? []) await react(context)
}
