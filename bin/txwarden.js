#!/usr/bin/env node
// Runs under any Node, so that an old one hears what is wrong instead of a syntax error.
const { join } = require('node:path')
const { enforceNodeFloor, loadProgram } = require('./launch.js')

if (enforceNodeFloor()) loadProgram(join(__dirname, '../dist')).runProcess()
