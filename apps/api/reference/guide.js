// A button beside each block of code that copies it. Without this script the guides are whole.
for (const block of document.querySelectorAll('main.guide pre')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.textContent.trimEnd());
    button.textContent = 'Copied';
  });
  const holder = document.createElement('div');
  holder.className = 'code';
  block.replaceWith(holder);
  holder.append(block, button);
}
