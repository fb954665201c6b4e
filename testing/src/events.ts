/** The data of each server-sent event of an answer, as it comes; ends when the answer does. */
export async function* readEvents<Event>({ body }: Response): AsyncGenerator<Event> {
  if (!body) return;
  let text = '';
  for await (const part of body.pipeThrough(new TextDecoderStream())) {
    const blocks = (text + part).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks)
      if (block.startsWith('data: ')) yield JSON.parse(block.slice('data: '.length)) as Event;
  }
}
