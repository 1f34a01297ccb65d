import type { Command } from '../../cli/define.ts'
import { authLogin } from './login.ts'
import { authLogout } from './logout.ts'
import { authStatus } from './status.ts'

export const commands: readonly Command[] = [authLogin, authStatus, authLogout]
