import type { HonestGroup } from '../../honest-case.ts'
import { delegates } from './delegations.ts'
import { kernels } from './modular-accounts.ts'
import { otherAccounts } from './other-accounts.ts'
import { deployer } from './project-proxies.ts'
import { messages } from './safe-messages.ts'
import { guards, safes } from './safes.ts'
import { accountCalls, severalAccounts } from './several-accounts.ts'
import { zodiac } from './zodiac.ts'

/** Code and modules that owners change on their own accounts. */
export const accountControl: HonestGroup = {
  name: 'account-control',
  cases: [
    ...deployer,
    ...safes,
    ...zodiac,
    ...kernels,
    ...otherAccounts,
    ...delegates,
    ...guards,
    ...messages,
    ...severalAccounts,
    ...accountCalls,
  ],
}
