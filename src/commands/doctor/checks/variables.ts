import { ownVariables, unknownVariables } from '../../../config/variables.ts'
import { didYouMean } from '../../../shared/text/did-you-mean.ts'
import { type Check, warn } from '../check.ts'

/** A misspelt variable has no effect, and nothing else reports it. */
export const variables: Check = {
  name: 'variables',
  look: async ({ context }) => {
    const known = ownVariables().map(({ name }) => name)
    return unknownVariables(Object.keys(context.env)).map((name) =>
      warn(`${name} is set, and no variable has this name${didYouMean(name, known)}`, `unset ${name}`),
    )
  },
}
