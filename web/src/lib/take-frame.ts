/** As wide as pictures are served at most. */
const mostPixels = 1_280;

/** The frame that a video shows, as a JPEG. Rejects before the video has one. */
export async function takeFrame(video: HTMLVideoElement): Promise<Blob> {
  const scale = Math.min(1, mostPixels / video.videoWidth);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (frame) => (frame ? resolve(frame) : reject(new Error('the video shows no frame'))),
      'image/jpeg',
      0.9,
    );
  });
}
