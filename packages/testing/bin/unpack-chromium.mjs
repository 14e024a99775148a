// Into the folder for temporary files, where the package unpacks: Chromium, its libraries and a font.
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
