import { ALL_OPERATIONS, openApiDocument } from '@service/contract';
import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples } from '../examples.ts';

export function addOpenApi(program: Command, { print }: Cli): void {
  program
    .command('openapi')
    .description('print the OpenAPI document of this version')
    .addHelpText('after', examples('commerce openapi > openapi.json'))
    .action(() => {
      const document = openApiDocument(ALL_OPERATIONS);
      print(document, JSON.stringify(document, null, 2));
    });
}
