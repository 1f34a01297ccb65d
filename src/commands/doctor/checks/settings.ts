import { resolveConfiguration } from '../../../config/resolve.ts'
import { oddVariables, ownVariables } from '../../../config/variables.ts'
import { didYouMean } from '../../../shared/text/did-you-mean.ts'
import { type Check, fail, pass, warn } from '../check.ts'

export const settings: Check = {
  name: 'settings',
  look: async ({ context }) => {
    const { profile, addresses, database } = resolveConfiguration(context.resolveInput())
    return [pass(`profile ${profile}: ${addresses ? addresses.validation.origin : `local service, ${database}`}`)]
  },
}

/** A misspelt variable has no effect; with one that is nearly another, no other command goes on. */
export const variables: Check = {
  name: 'variables',
  look: async ({ context }) => {
    const known = ownVariables().map(({ name }) => name)
    return oddVariables(context.env).map(({ name, fault }) => {
      const level = fault === undefined ? warn : fail
      return level(`${name} is set, and no variable has this name${didYouMean(name, known)}`, `unset ${name}`)
    })
  },
}
