import type { Command } from '../../cli/define.ts'
import { txDecode } from './decode.ts'
import { txHistorySync } from './history-sync.ts'
import { txList } from './list.ts'
import { txReport } from './report.ts'
import { txRescreen } from './rescreen.ts'
import { txShow } from './show.ts'
import { txUpdate } from './update.ts'

export const commands: readonly Command[] = [txDecode, txList, txShow, txReport, txUpdate, txRescreen, txHistorySync]
