import type { Command } from '../../cli/define.ts'
import { profileCreate } from './create.ts'
import { profileDelete } from './delete.ts'
import { profileList } from './list.ts'
import { profileUse } from './use.ts'

export const commands: readonly Command[] = [profileList, profileCreate, profileUse, profileDelete]
